-- History can be added to, and neither changed nor removed, by the role that serves.
revoke update, delete, truncate on activity from groupwright_app;
