// Code for a receiver that verifies signatures by a shared secret, as in docs/guides/webhook-receivers.md.
import { Snippets } from '../../components/snippets.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';

const snippets = {
  // no text: code
  TypeScript: `import { verifyWebhook } from '@groupwright/client';

// body: the raw bytes of the request
const event = await verifyWebhook({
  body,
  headers: request.headers,
  secrets: process.env['GROUPWRIGHT_WEBHOOK_SECRET'] ?? '',
});`,
  // no text: code
  Python: `import base64, hashlib, hmac, os, time

def is_signed(headers, body: bytes) -> bool:
    secret = os.environ["GROUPWRIGHT_WEBHOOK_SECRET"].removeprefix("whsec_")
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    digest = hmac.new(base64.b64decode(secret), signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(one, expected) for one in given)`,
  // no text: code
  PHP: `function isSigned(array $headers, string $body): bool {
    $secret = base64_decode(substr(getenv('GROUPWRIGHT_WEBHOOK_SECRET'), strlen('whsec_')));
    $sentAt = $headers['webhook-timestamp'];
    if (abs(time() - (int) $sentAt) > 300) return false;
    $signed = $headers['webhook-id'] . '.' . $sentAt . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}`,
} as const;

export function VerifySnippets() {
  const t = useMessages(texts);
  return (
    <div className="stack">
      <h3>{t('verifyIt')}</h3>
      <Snippets
        label={t('verifyIt')}
        copyLabel={t('copySnippet')}
        snippets={snippets}
        first="TypeScript"
      />
    </div>
  );
}
