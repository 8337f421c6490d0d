import { type ConnectionView, type ContactView, type QueueRef, TicketConflict } from '@guiche/contract'
import { Alert, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useOpenTicket } from './contact-list.api.ts'
import { TakenDialog } from './taken-dialog.tsx'

interface Props {
  contact: ContactView
  /** Those that the person may put a ticket in. */
  queues: QueueRef[]
  connections: ConnectionView[]
  onOpened: (uuid: string) => void
  onClose: () => void
}

/** A new ticket with a contact, in the hands of who opens it (specification part 1, section 2 "Other dialogs"). */
export function OpenTicketDialog({ contact, queues, connections, onOpened, onClose }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const open = useOpenTicket()
  const [conflict, setConflict] = useState<TicketConflict>()
  // A contact is reached over the channel on which it is.
  const reaching = connections.filter(({ channel }) => channel === contact.channel)
  const usual = reaching.find(({ id }) => id === me.whatsappId) ?? reaching.find(({ isDefault }) => isDefault)
  const form = useForm({
    initialValues: {
      queueId: queues.length === 1 ? String(queues[0]?.id) : '',
      whatsappId: String((usual ?? reaching[0])?.id ?? ''),
    },
    validate: { queueId: (value: string) => (value === '' ? t('ui.form.required') : null) },
  })

  if (conflict) return <TakenDialog conflict={conflict} contact={contact} onShow={onOpened} onClose={onClose} />

  return (
    <Dialog
      title={t('contact-list.openTicket')}
      action={t('ui.save')}
      isBusy={open.isPending}
      isActionDisabled={reaching.length === 0}
      onClose={onClose}
      onSubmit={form.onSubmit(({ queueId, whatsappId }) =>
        open.mutate(
          { contactId: contact.id, queueId: Number(queueId), whatsappId: Number(whatsappId), userId: me.id },
          { onSuccess: ({ uuid }) => onOpened(uuid), onError: (error) => setConflict(conflictOf(error)) },
        ),
      )}
    >
      <p>{t('contact-list.openTicketWith', { name: contact.name })}</p>
      <Select
        data-autofocus
        withAsterisk
        label={t('contact-list.queue')}
        placeholder={t('contact-list.chooseQueue')}
        data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('queueId')}
      />
      {reaching.length === 0 ? (
        <Alert color="red">{t('contact-list.noConnection')}</Alert>
      ) : (
        <Select
          withAsterisk
          label={t('contact-list.connection')}
          data={reaching.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('whatsappId')}
        />
      )}
    </Dialog>
  )
}

function conflictOf(error: unknown): TicketConflict | undefined {
  return error instanceof ApiError ? TicketConflict.safeParse(error.details).data : undefined
}
