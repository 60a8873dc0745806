// The inspector of a service that was started with `--inspect`.
export interface Inspector {
  call(method: string, params?: object): Promise<unknown>;
  /** The value of the expression in the service's process. */
  evaluate<T>(expression: string): Promise<T>;
  close(): void;
}

export async function openInspector(port: number): Promise<Inspector> {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
  if (target === undefined) throw new Error('The service has no inspector.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    answers.get(id)?.(result);
    answers.delete(id);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', failed, { once: true });
  });
  let calls = 0;
  const call = (method: string, params: object = {}) => {
    calls += 1;
    const answer = new Promise((resolve) => answers.set(calls, resolve));
    socket.send(JSON.stringify({ id: calls, method, params }));
    return answer;
  };
  return {
    call,
    async evaluate<T>(expression: string) {
      const params = { expression, returnByValue: true };
      const { result } = (await call('Runtime.evaluate', params)) as { result: { value: T } };
      return result.value;
    },
    close: () => socket.close(),
  };
}
