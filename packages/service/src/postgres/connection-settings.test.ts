import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Client } from 'pg';
import { connectionString, externalDatabase, socketUrl } from './connection-settings.ts';

function parsed(url: string) {
  const { user, host, database, port } = new Client({ connectionString: url });
  return { user, host, database, port };
}

test('the driver reads a socket address as it was meant', () => {
  assert.deepEqual(parsed(socketUrl('/var/lib/a b,c+d/run', 'some one', 'data base')), {
    user: 'some one',
    host: '/var/lib/a b,c+d/run',
    database: 'data base',
    port: 5432,
  });
});

test('parameters are added to what the address says already', () => {
  const url = 'postgresql://u:p%3Fw%20@db.example:6543/x?sslmode=require&options=-c%20a%3D1';
  const { application, owner } = externalDatabase(url);
  assert.equal(connectionString(owner), url.replaceAll('%20-', '+-').replace('-c%20a', '-c+a'));
  const added = new URL(connectionString(application, { timezone: 'UTC' }));
  assert.equal(added.searchParams.get('options'), '-c a=1 -c timezone=UTC -c role=groupwright_app');
  assert.equal(added.searchParams.get('sslmode'), 'require');
  assert.equal(added.password, 'p%3Fw%20');
});
