// For the health check of a container: ends with 0 if the service on this machine is ready.
const host = process.env['HOST'] || '0.0.0.0';
const port = process.env['PORT'] || '8080';
const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
const address = reached.includes(':') ? `[${reached}]` : reached;
const answer = await fetch(`http://${address}:${port}/readyz`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
