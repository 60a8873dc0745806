// The code of a problem, as a link to the page where the service explains it. The page is in English.
import { problemUrl } from '../api/location.ts';
import { problems } from '../messages/problems.ts';
import { useMessages } from '../messages/use-messages.ts';

export function ProblemLink({ code }: { code: string }) {
  const t = useMessages(problems);
  return (
    <a
      className="mono wrap"
      href={problemUrl(code)}
      target="_blank"
      rel="noreferrer"
      hrefLang="en"
      title={t('about')}
    >
      {code}
    </a>
  );
}
