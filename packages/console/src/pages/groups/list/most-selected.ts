/** The service takes as many groups in one request. */
export const maxSelected = 200;
