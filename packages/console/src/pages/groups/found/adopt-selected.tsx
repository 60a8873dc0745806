// The adoption of the selected groups: first the template of those without a proposal, then the plan.
import { useState } from 'react';
import type { DirectoryGroup, OrganisationItem } from '../../../api/types.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { onlyChoice, TemplateChoice } from '../request/template-choice.tsx';
import {
  adoptionOf,
  type AdoptionValues,
  isFree,
  nameChoices,
  proposedValues,
} from './adoption-request.ts';
import { PlanAdoptions } from '../import/plan-adoptions.tsx';

type Standard = Pick<AdoptionValues, 'organisationId' | 'templateId' | 'names'>;

export function AdoptSelected({
  groups,
  organisations,
  close,
  done,
  settled,
}: ChangeDialog & {
  groups: readonly DirectoryGroup[];
  organisations: readonly OrganisationItem[];
  /** The adoptions were requested. */
  done: () => void;
}) {
  const t = useMessages(texts);
  // A selection that changes behind the dialog does not change what is planned.
  const [chosen] = useState(groups);
  const without = chosen.filter((group) => group.proposal === null && isFree(group)).length;
  const [standard, setStandard] = useState<Standard>({
    ...onlyChoice(organisations),
    names: '',
  });
  const [isAsking, setIsAsking] = useState(true);
  const title = t('bulk.title', { count: chosen.length });
  if (isAsking) {
    return (
      <AskStandard
        title={title}
        without={without}
        organisations={organisations}
        initial={standard}
        close={close}
        take={(asked) => {
          setStandard(asked);
          setIsAsking(false);
        }}
      />
    );
  }
  return (
    <Modal title={title} close={close}>
      <PlanAdoptions
        rows={chosen.map((group) => ({
          request: adoptionOf(group, proposedValues(group, standard)),
          name: group.displayName,
        }))}
        back={() => setIsAsking(true)}
        close={(isSent) => (isSent ? done() : close())}
        settled={settled}
      />
    </Modal>
  );
}

function AskStandard({
  title,
  without,
  organisations,
  initial,
  close,
  take,
}: {
  title: string;
  /** Number of groups without a proposal. */
  without: number;
  organisations: readonly OrganisationItem[];
  initial: Standard;
  close: () => void;
  take: (standard: Standard) => void;
}) {
  const t = useMessages(texts);
  const form = useForm({
    initial,
    send: async (values) => values,
    done: take,
  });
  return (
    <FormDialog title={title} submit={t('bulk.check')} {...form} close={close}>
      <p className="muted">{t('bulk.proposals')}</p>
      {without === 0 ? null : (
        <>
          <h3>{t('bulk.without', { count: without })}</h3>
          <p className="muted">{t('bulk.withoutHint')}</p>
          <TemplateChoice
            organisations={organisations}
            values={form.values}
            set={form.set}
            faultOf={() => undefined}
            required={false}
          />
        </>
      )}
      <SelectField
        label={t('adopt.names')}
        options={nameChoices.map((one) => [one, t(`adopt.nameChoices.${one || 'template'}`)])}
        {...form.field('names')}
      />
    </FormDialog>
  );
}
