// Answers that a browser saves as files. The day is in the name: files of two days lie beside each other.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../ground/clock.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The answer is a file of this name (RFC 6266).
     * @param day that of the content, `2026-11-29`; today in UTC where it is not given
     */
    asFile: (reply: FastifyReply, name: string, format: FileFormat, day?: string) => FastifyReply;
  }
}

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const;
export type FileFormat = keyof typeof contentTypes;

export function decorateWithFiles(server: Pick<FastifyInstance, 'decorate'>, clock: Clock): void {
  server.decorate('asFile', (reply, name, format, day = dayOf(clock)) =>
    reply
      .header('content-type', contentTypes[format])
      .header('content-disposition', `attachment; filename="${name}-${day}.${format}"`),
  );
}

function dayOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}
