// For the health check of a container: ends with 0 if the service on this machine is ready.
const port = process.env['PORT'] ?? '8080';
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
