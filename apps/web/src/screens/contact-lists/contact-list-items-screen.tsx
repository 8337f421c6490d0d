import type { ContactListImport, ContactListItemView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconFileImport, IconListDetails, IconPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactListItemDialog } from '../../features/contact-lists/contact-list-item-dialog.tsx'
import {
  contactListItems,
  useDeleteContactListItem,
  useLiveContactListItems,
} from '../../features/contact-lists/contact-list-items.api.ts'
import { contactListOf, useLiveContactLists } from '../../features/contact-lists/contact-lists.api.ts'
import { ListImportDialog, RunningImport } from '../../features/contact-lists/imports/index.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { Status } from '../../ui/marks/status.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Phone } from '../../ui/text/phone.tsx'
import styles from './contact-lists-screen.module.css'

type Task = { kind: 'edit'; item?: ContactListItemView } | { kind: 'import'; begun?: ContactListImport }

/** The people of a list. */
export function ContactListItemsScreen() {
  const { t } = useTranslation()
  const { contactListId = '' } = useParams({ strict: false })
  const id = Number(contactListId)
  const list = useQuery(contactListOf(id))
  const title = list.data?.name ?? t('contact-lists.contacts')
  useTitle(title)
  useLiveContactLists()
  useLiveContactListItems(id)
  const [searchParam, setSearch] = useState('')
  const [task, setTask] = useState<Task>()
  const items = useInfiniteQuery(contactListItems(id, searchParam))
  const remove = useDeleteContactListItem(id)
  const columns = useColumns()

  const add = () => setTask({ kind: 'edit' })
  const importSheet = () => setTask({ kind: 'import' })
  useActions([
    { keys: 'n', label: t('contact-lists.items.add'), group: 'general', icon: IconPlus, run: add },
    { label: t('contact-lists.import.action'), group: 'general', icon: IconFileImport, run: importSheet },
  ])

  const importButton = (
    <Button size="xs" variant="default" leftSection={<IconFileImport size={16} />} onClick={importSheet}>
      {t('contact-lists.import.action')}
    </Button>
  )

  if (list.isError && !list.data) return <NoSuchList />
  return (
    <>
      <ListPage
        title={title}
        list={listOf(items, (page) => page.contacts)}
        columns={columns}
        rowKey={(item) => item.id}
        rowName={({ name }) => name}
        search={{ label: t('contact-lists.items.search'), value: searchParam, onChange: setSearch }}
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowLeft size={16} />}
              renderRoot={(props) => <Link to="/contact-lists" {...props} />}
            >
              {t('contact-lists.back')}
            </Button>
            {importButton}
            <Button size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
              {t('contact-lists.items.add')}
            </Button>
          </>
        }
        notice={<RunningImport contactListId={id} onShow={(begun) => setTask({ kind: 'import', begun })} />}
        empty={{
          icon: <IconUsers size={32} stroke={1.3} />,
          title: t('contact-lists.items.empty'),
          text: t('contact-lists.items.emptyText'),
          actions: importButton,
        }}
        onEdit={(item) => setTask({ kind: 'edit', item })}
        onDelete={(item) => remove.mutateAsync(item)}
      />
      {task?.kind === 'edit' && (
        <ContactListItemDialog contactListId={id} item={task.item} onClose={() => setTask(undefined)} />
      )}
      {task?.kind === 'import' && (
        <ListImportDialog contactListId={id} begun={task.begun} onClose={() => setTask(undefined)} />
      )}
    </>
  )
}

function NoSuchList() {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      icon={<IconListDetails size={32} stroke={1.3} aria-hidden />}
      title={t('contact-lists.gone')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/contact-lists" {...props} />}>
          {t('contact-lists.back')}
        </Button>
      }
    >
      {t('contact-lists.goneText')}
    </EmptyState>
  )
}

function useColumns(): Column<ContactListItemView>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', title: t('contact-lists.name'), card: 'head', cell: ({ name }) => <b>{name}</b> },
    {
      key: 'valid',
      title: t('contact-lists.items.whatsapp'),
      width: 150,
      cell: ({ isWhatsappValid }) => <Validity isValid={isWhatsappValid} />,
    },
    { key: 'number', title: t('contact-lists.number'), cell: ({ number }) => <Phone number={number} /> },
    {
      key: 'email',
      title: t('contact-lists.email'),
      cell: ({ email }) => email || <span className={styles.quiet}>{t('contact-lists.none')}</span>,
    },
  ]
}

function Validity({ isValid }: { isValid: boolean | null }) {
  const { t } = useTranslation()
  if (isValid === null) return <Status tone="quiet">{t('contact-lists.items.unchecked')}</Status>
  return (
    <Status tone={isValid ? 'good' : 'bad'}>
      {t(isValid ? 'contact-lists.items.valid' : 'contact-lists.items.invalid')}
    </Status>
  )
}
