// Ready examples for a new key: a request for an access token by curl and PowerShell, and variables for a program.
import { Snippets } from '../../components/snippets.tsx';
import { apiKeys as texts } from '../../messages/api-keys.ts';
import { useMessages } from '../../messages/use-messages.ts';

export interface Credentials {
  /** Address of the API. */
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly keyId: string;
  readonly secret: string;
}

const examples = {
  curl: ({ baseUrl, ...body }: Credentials) =>
    // no text: a command
    `curl -sS '${baseUrl}/token' -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
  // no text: a name
  PowerShell: ({ baseUrl, tenantId, keyId, secret }: Credentials) =>
    [
      // no text: a command
      `$body = @{ tenantId = '${tenantId}'; keyId = '${keyId}'; secret = '${secret}' }`,
      // no text: a command
      `Invoke-RestMethod '${baseUrl}/token' -Method Post -ContentType 'application/json' -Body (`,
      // no text: a command
      `  $body | ConvertTo-Json)`,
    ].join('\n'),
  '.env': ({ baseUrl, tenantId, keyId, secret }: Credentials) =>
    [
      `GROUPWRIGHT_URL=${baseUrl}`,
      `GROUPWRIGHT_TENANT_ID=${tenantId}`,
      `GROUPWRIGHT_KEY_ID=${keyId}`,
      `GROUPWRIGHT_SECRET=${secret}`,
    ].join('\n'),
} as const;

export function TokenExamples(credentials: Credentials) {
  const t = useMessages(texts);
  return (
    <div className="stack">
      <Snippets
        label={t('useIt')}
        copyLabel={t('copySnippet')}
        snippets={{
          curl: examples.curl(credentials),
          PowerShell: examples.PowerShell(credentials),
          '.env': examples['.env'](credentials),
        }}
        first="curl"
      />
    </div>
  );
}
