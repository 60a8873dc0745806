export * from './icons.js';
export { wrapIcon } from './utils/wrapIcon.js';
export { bundleIcon } from './utils/bundleIcon.js';
export { createFluentIcon } from './utils/createFluentIcon.js';
export * from './utils/useIconState.js';
export * from './utils/constants.js';
export { IconDirectionContextProvider, useIconContext } from './contexts/index.js';
