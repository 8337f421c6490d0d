import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './dialogs.module.css'
import type { Choice } from '../list/index.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

export interface Colleague {
  id: number
  name: string
  online: boolean
  queues: Choice[]
}

export interface Transfer {
  userId: number | null
  queueId: number
  note: string
}

interface Props {
  ticket: ListedTicket
  colleagues: Colleague[]
  queues: Choice[]
  isBusy: boolean
  onTransfer: (transfer: Transfer) => void
  onClose: () => void
}

export function TransferDialog({ ticket, colleagues, queues, isBusy, onTransfer, onClose }: Props) {
  const { t } = useTranslation()
  const [userId, setUserId] = useState<number>()
  const [queueId, setQueueId] = useState<number>()
  const [note, setNote] = useState('')
  const [isTold, setIsTold] = useState(false)
  const colleague = colleagues.find(({ id }) => id === userId)
  const offered = colleague && colleague.queues.length > 0 ? colleague.queues : queues
  const isMissing = queueId === undefined

  function chooseUser(id: number | undefined) {
    const own = colleagues.find((one) => one.id === id)?.queues ?? []
    setUserId(id)
    if (own.length === 1) setQueueId(own[0]?.id)
    else if (own.length > 0 && own.every((queue) => queue.id !== queueId)) setQueueId(undefined)
  }

  return (
    <Dialog
      title={t('tickets.dialog.transfer.title')}
      action={t('tickets.action.transfer')}
      isBusy={isBusy}
      isDirty={note.trim() !== ''}
      onClose={onClose}
      onSubmit={() => {
        setIsTold(true)
        if (queueId !== undefined) onTransfer({ userId: userId ?? null, queueId, note: note.trim() })
      }}
    >
      <Lead ticket={ticket} />
      <Select
        data-autofocus
        label={t('tickets.dialog.transfer.user')}
        placeholder={t('tickets.dialog.transfer.userHint')}
        description={t('tickets.dialog.transfer.userText')}
        searchable
        clearable
        allowDeselect
        nothingFoundMessage={t('tickets.filters.nothing')}
        data={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={userId === undefined ? null : String(userId)}
        onChange={(id) => chooseUser(id === null ? undefined : Number(id))}
      />
      <Select
        label={t('tickets.dialog.transfer.queue')}
        withAsterisk
        searchable
        placeholder={t('tickets.dialog.chooseQueue')}
        nothingFoundMessage={t('tickets.filters.nothing')}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={queueId === undefined ? null : String(queueId)}
        onChange={(id) => setQueueId(id === null ? undefined : Number(id))}
        onBlur={() => setIsTold(true)}
        error={isTold && isMissing && t('tickets.dialog.chooseQueue')}
      />
      <Textarea
        label={t('tickets.dialog.transfer.note')}
        description={t('tickets.dialog.transfer.noteText')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </Dialog>
  )
}

function Lead({ ticket: { id, contact, user, queue } }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  return (
    <p className={styles.lead}>
      <TextWithBold
        textKey={user ? 'tickets.dialog.transfer.leadUser' : 'tickets.dialog.transfer.leadQueue'}
        values={{ name: contact.name, id, user: user?.name, queue: queue?.name ?? t('ui.noQueue') }}
      />
    </p>
  )
}
