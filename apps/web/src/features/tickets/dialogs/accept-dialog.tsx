import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './dialogs.module.css'
import { QueueChoice } from './queue-choice.tsx'
import type { Choice } from '../list/index.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

interface Props {
  /** `reopen`: for a closed ticket without a queue. */
  purpose: 'accept' | 'reopen'
  ticket: ListedTicket
  queues: Choice[]
  isBusy: boolean
  onChoose: (queueId: number) => void
  onClose: () => void
}

/** A ticket without a queue needs one before it is accepted (docs/requirements/workspace.md, section 4). */
export function AcceptDialog({ purpose, ticket, queues, isBusy, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<number>()
  const queueId = chosen ?? queues[0]?.id

  return (
    <Dialog
      title={t(`tickets.dialog.${purpose}.title`)}
      action={t(`tickets.action.${purpose}`)}
      isBusy={isBusy}
      isActionDisabled={queueId === undefined}
      onClose={onClose}
      onSubmit={() => {
        if (queueId !== undefined) onChoose(queueId)
      }}
    >
      <p className={styles.lead}>
        <TextWithBold textKey={`tickets.dialog.${purpose}.lead`} values={{ name: ticket.contact.name }} />
      </p>
      {queues.length === 0 ? (
        <p role="alert">{t('tickets.queues.none')}</p>
      ) : (
        <QueueChoice queues={queues} value={queueId} onChange={setChosen} />
      )}
    </Dialog>
  )
}
