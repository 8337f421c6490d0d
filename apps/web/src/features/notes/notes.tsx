import { type NoteView, NoteBody } from '@guiche/contract'
import { ActionIcon, Button, Skeleton, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTalkTo } from '../../lib/talk/direct-talk.ts'
import { useFormat } from '../../lib/format.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { readable } from '../../lib/text/plain-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { PersonName } from '../../ui/marks/person-name.tsx'
import { Section } from '../../ui/page/section.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { createNote, deleteNote, notesOf } from './notes.api.ts'
import styles from './notes.module.css'

interface Props {
  ticketId: number
  contactId: number
}

/** "Observações" (docs/requirements/workspace.md, sections 5 and 8). */
export function Notes({ ticketId, contactId }: Props) {
  const { t } = useTranslation()
  const notes = useQuery(notesOf(ticketId, contactId))
  const [isAdding, setIsAdding] = useState(false)
  const [doomed, setDoomed] = useState<NoteView>()

  return (
    <Section
      title={t('tickets.notes.title')}
      action={t(isAdding ? 'ui.cancel' : 'tickets.notes.add')}
      onAction={() => setIsAdding(!isAdding)}
    >
      {isAdding && <NoteForm ticketId={ticketId} contactId={contactId} onDone={() => setIsAdding(false)} />}
      {notes.isPending && <Skeleton height={36} aria-label={t('ui.loading')} />}
      {notes.isError && (
        <p className={styles.none} role="alert">
          {t('tickets.notes.failed')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void notes.refetch()}>
            {t('ui.failure.retry')}
          </Button>
        </p>
      )}
      {notes.data?.length === 0 && !isAdding && <p className={styles.none}>{t('tickets.notes.none')}</p>}
      <ul className={styles.notes}>
        {notes.data?.map((note) => (
          <Note key={note.id} note={note} onRemove={() => setDoomed(note)} />
        ))}
      </ul>
      {doomed && <RemoveNote note={doomed} onClose={() => setDoomed(undefined)} />}
    </Section>
  )
}

/** The author and admins may delete a note. */
function Note({ note, onRemove }: { note: NoteView; onRemove: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const format = useFormat()
  const talk = useTalkTo(note.userId)
  return (
    <li>
      <p>{readable(note.note)}</p>
      <small>
        <PersonName name={note.user.name} onTalk={talk} /> ·{' '}
        <time dateTime={note.createdAt}>{format.dateTime(note.createdAt)}</time>
      </small>
      {(note.userId === me.id || isAdmin(me)) && (
        <ActionIcon size={24} aria-label={t('tickets.notes.remove')} onClick={onRemove}>
          <IconTrash size={15} stroke={1.7} />
        </ActionIcon>
      )}
    </li>
  )
}

const Rules = NoteBody.pick({ note: true })

function NoteForm({ ticketId, contactId, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const form = useForm({ initialValues: { note: '' }, validate: rulesOf(Rules), ...checkedOnBlur })
  const add = useMutation({
    mutationFn: (note: string) => createNote(note, ticketId, contactId),
    onSuccess: (note) => {
      cache.setQueryData(notesOf(ticketId, contactId).queryKey, (notes) => notes && [note, ...notes])
      toast.success(t('tickets.notes.added'))
      onDone()
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(({ note }) => add.mutate(note))}>
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        aria-label={t('tickets.notes.title')}
        placeholder={t('tickets.notes.placeholder')}
        {...form.getInputProps('note')}
      />
      <Button type="submit" size="xs" loading={add.isPending}>
        {t('ui.save')}
      </Button>
    </form>
  )
}

function RemoveNote({ note, onClose }: { note: NoteView; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteNote(note.id),
    onSuccess: () => {
      cache.setQueryData(notesOf(note.ticketId, note.contactId).queryKey, (notes) =>
        notes?.filter(({ id }) => id !== note.id),
      )
      void cache.invalidateQueries({ queryKey: ['notes'] })
      toast.success(t('tickets.notes.removed'))
      onClose()
    },
    onError: onClose,
  })
  return (
    <ConfirmDialog
      title={t('tickets.notes.remove')}
      action={t('ui.delete')}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('tickets.notes.question')}</p>
      <p className={styles.quoted}>{readable(note.note)}</p>
    </ConfirmDialog>
  )
}
