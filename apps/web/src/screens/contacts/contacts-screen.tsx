import { type ContactView, type TicketConflict, limits } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import {
  IconAddressBook,
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconBan,
  IconCircleCheck,
  IconMessagePlus,
  IconPlus,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  contactList,
  everyContact,
  isFiltered,
  useDeleteContact,
  useLiveContacts,
} from '../../features/contact-list/contact-list.api.ts'
import { ContactFilters } from '../../features/contact-list/contact-filters.tsx'
import { PhoneBookDialog } from '../../features/contact-list/phone-book-dialog.tsx'
import { ImportDialog } from '../../features/contact-list/sheets/index.ts'
import { connectionList } from '../../features/connections/connections.api.ts'
import { hasPhoneBook } from '../../lib/sending/whatsapp-way.ts'
import { BlockDialog } from '../../features/contacts/block-dialog.tsx'
import { ContactDialog } from '../../features/contacts/contact-dialog.tsx'
import { MergeDialog, PartDialog } from '../../features/contacts/merging/index.ts'
import { tagChoices, useLiveTags } from '../../features/tags/tags.api.ts'
import { ConflictDialog } from '../../features/tickets/dialogs/index.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { listOf } from '../../lib/cache/list.ts'
import { mayAdminister, mayManageContacts } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { NewTicketDialog } from '../tickets/dialogs/new-ticket-dialog.tsx'
import { usePicks } from '../tickets/use-picks.ts'
import { useContactColumns } from './contact-columns.tsx'
import { SheetMenu } from './sheet-menu.tsx'

type Task =
  | { kind: 'edit'; contact?: ContactView }
  | { kind: 'ticket' | 'block' | 'merge' | 'part'; contact: ContactView }
  | { kind: 'import' | 'phoneBook' }

export function ContactsScreen() {
  const { t } = useTranslation()
  useTitle(t('contact-list.title'))
  const { noteContact, refresh } = useLiveContacts()
  useLiveTags()
  const me = useMe()
  const isAllowed = mayAdminister(me)
  const isManager = mayManageContacts(me)
  const [text, setText] = useState('')
  const [filter, setFilter] = useState(everyContact)
  const searchParam = text.length >= limits.searchLetters ? text : ''
  const contacts = useInfiniteQuery(contactList(searchParam, filter))
  const { data: tags = [] } = useQuery(tagChoices)
  const remove = useDeleteContact()
  const [task, setTask] = useState<Task>()

  const create = () => setTask({ kind: 'edit' })
  useActions([{ keys: 'n', label: t('contact-list.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
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
        filters={<ContactFilters tags={tags} value={filter} onChange={setFilter} />}
        actions={
          <>
            {isManager && (
              <SheetMenu
                searchParam={searchParam}
                filter={filter}
                onImport={() => setTask({ kind: 'import' })}
                onImportFromPhone={() => setTask({ kind: 'phoneBook' })}
              />
            )}
            {add('filled')}
          </>
        }
        empty={{
          icon: <IconAddressBook size={32} stroke={1.3} />,
          title: t(isFiltered(filter) ? 'ui.nothingFound' : 'contact-list.empty'),
          text: t(isFiltered(filter) ? 'contact-list.emptyFiltered' : 'contact-list.emptyText'),
          actions: isFiltered(filter) ? undefined : add('default'),
        }}
        onEdit={(contact) => setTask({ kind: 'edit', contact })}
        onDelete={isAllowed ? (contact) => remove.mutateAsync(contact) : undefined}
        deleteText={() => t('contact-list.deleteText')}
        rowMenu={(contact) => (
          <>
            <Menu.Item
              leftSection={<IconMessagePlus size={16} />}
              disabled={!contact.active}
              onClick={() => setTask({ kind: 'ticket', contact })}
            >
              {t('contact-list.openTicket')}
            </Menu.Item>
            <Menu.Item
              leftSection={contact.active ? <IconBan size={16} /> : <IconCircleCheck size={16} />}
              onClick={() => setTask({ kind: 'block', contact })}
            >
              {t(contact.active ? 'contacts.block.action' : 'contacts.unblock.action')}
            </Menu.Item>
            {isManager && !contact.isGroup && (
              <>
                <Menu.Item
                  leftSection={<IconArrowsJoin2 size={16} />}
                  onClick={() => setTask({ kind: 'merge', contact })}
                >
                  {t('contacts.merge.open')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconArrowsSplit2 size={16} />}
                  onClick={() => setTask({ kind: 'part', contact })}
                >
                  {t('contacts.part.open')}
                </Menu.Item>
              </>
            )}
          </>
        )}
      />
      {task?.kind === 'edit' && <ContactDialog contact={task.contact} onClose={() => setTask(undefined)} />}
      {task?.kind === 'block' && (
        <BlockDialog contact={task.contact} onSaved={noteContact} onClose={() => setTask(undefined)} />
      )}
      {task?.kind === 'merge' && (
        <MergeDialog contact={task.contact} onMerged={refresh} onClose={() => setTask(undefined)} />
      )}
      {task?.kind === 'part' && (
        <PartDialog contact={task.contact} onParted={refresh} onClose={() => setTask(undefined)} />
      )}
      {task?.kind === 'import' && <ImportDialog onImported={refresh} onClose={() => setTask(undefined)} />}
      {task?.kind === 'phoneBook' && <ImportFromPhone onImported={refresh} onClose={() => setTask(undefined)} />}
      {task?.kind === 'ticket' && <OpenTicket contact={task.contact} onClose={() => setTask(undefined)} />}
    </>
  )
}

function ImportFromPhone(props: { onImported: () => void; onClose: () => void }) {
  const { data } = useQuery(connectionList)
  const linked = (data ?? []).filter((connection) => hasPhoneBook(connection) && connection.status === 'CONNECTED')
  return data && <PhoneBookDialog connections={linked} {...props} />
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
