import { type ContactView, type TicketConflict, limits } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconMessagePlus, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactList, useDeleteContact, useLiveContacts } from '../../features/contact-list/contact-list.api.ts'
import { TagFilter } from '../../features/contact-list/tag-filter.tsx'
import { ContactDialog } from '../../features/contacts/contact-dialog.tsx'
import { tagChoices, useLiveTags } from '../../features/tags/tags.api.ts'
import { ConflictDialog } from '../../features/tickets/dialogs/index.ts'
import { listOf } from '../../lib/cache/list.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { NewTicketDialog } from '../tickets/dialogs/new-ticket-dialog.tsx'
import { usePicks } from '../tickets/use-picks.ts'
import { useContactColumns } from './contact-columns.tsx'

type Task = { kind: 'edit'; contact?: ContactView } | { kind: 'ticket'; contact: ContactView }

export function ContactsScreen() {
  const { t } = useTranslation()
  useTitle(t('contact-list.title'))
  useLiveContacts()
  useLiveTags()
  const isAllowed = mayAdminister(useMe())
  const [text, setText] = useState('')
  const [tagIds, setTagIds] = useState<number[]>([])
  const contacts = useInfiniteQuery(
    contactList({ searchParam: text.length >= limits.searchLetters ? text : '', tagIds }),
  )
  const { data: tags = [] } = useQuery(tagChoices)
  const remove = useDeleteContact()
  const [task, setTask] = useState<Task>()

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={() => setTask({ kind: 'edit' })}>
      {t('contact-list.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('contact-list.title')}
        list={listOf(contacts, (page) => page.contacts)}
        columns={useContactColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('contact-list.search'), value: text, onChange: setText }}
        filters={<TagFilter tags={tags} value={tagIds} onChange={setTagIds} />}
        actions={add('filled')}
        empty={{
          icon: <IconAddressBook size={32} stroke={1.3} />,
          title: t(tagIds.length > 0 ? 'ui.nothingFound' : 'contact-list.empty'),
          text: t(tagIds.length > 0 ? 'contact-list.emptyWithTags' : 'contact-list.emptyText'),
          actions: tagIds.length > 0 ? undefined : add('default'),
        }}
        onEdit={(contact) => setTask({ kind: 'edit', contact })}
        onDelete={isAllowed ? (contact) => remove.mutateAsync(contact) : undefined}
        deleteText={() => t('contact-list.deleteText')}
        rowMenu={(contact) => (
          <Menu.Item
            leftSection={<IconMessagePlus size={16} />}
            disabled={!contact.active}
            onClick={() => setTask({ kind: 'ticket', contact })}
          >
            {t('contact-list.openTicket')}
          </Menu.Item>
        )}
      />
      {task?.kind === 'edit' && <ContactDialog contact={task.contact} onClose={() => setTask(undefined)} />}
      {task?.kind === 'ticket' && <OpenTicket contact={task.contact} onClose={() => setTask(undefined)} />}
    </>
  )
}

/** As in the workspace: opens the user's own ticket, and names the owner of somebody else's. */
function OpenTicket({ contact, onClose }: { contact: ContactView; onClose: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const picks = usePicks()
  const [conflict, setConflict] = useState<TicketConflict>()
  const show = ({ uuid }: { uuid: string }) =>
    void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })

  if (conflict) {
    return (
      <ConflictDialog
        conflict={conflict}
        contactName={contact.name}
        ticketId={undefined}
        isOnline={picks.users.find(({ id }) => id === conflict.userId)?.online}
        onSee={() => show(conflict)}
        onClose={onClose}
      />
    )
  }
  return (
    <NewTicketDialog
      contact={contact}
      picks={picks}
      onCreated={show}
      onConflict={(found) => (found.userId === me.id ? show(found) : setConflict(found))}
      onClose={onClose}
    />
  )
}
