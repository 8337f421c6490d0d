import type { ContactListView } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import { IconDownload, IconListDetails, IconPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactListDialog } from '../../features/contact-lists/contact-list-dialog.tsx'
import {
  contactLists,
  useDeleteContactList,
  useLiveContactLists,
} from '../../features/contact-lists/contact-lists.api.ts'
import { useExampleSheet } from '../../features/contact-lists/use-example-sheet.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useFormat } from '../../lib/format.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import styles from './contact-lists-screen.module.css'

/** Lists of people that campaigns write to. */
export function ContactListsScreen() {
  const { t } = useTranslation()
  useTitle(t('contact-lists.title'))
  useLiveContactLists()
  const navigate = useNavigate()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<ContactListView | 'new'>()
  const lists = useInfiniteQuery(contactLists(searchParam))
  const remove = useDeleteContactList()
  const example = useExampleSheet()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('contact-lists.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('contact-lists.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('contact-lists.title')}
        list={listOf(lists, (page) => page.records)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('contact-lists.search'), value: searchParam, onChange: setSearch }}
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={example.isPending}
              onClick={() => example.mutate()}
            >
              {t('contact-lists.example')}
            </Button>
            {add('filled')}
          </>
        }
        empty={{
          icon: <IconListDetails size={32} stroke={1.3} />,
          title: t('contact-lists.empty'),
          text: t('contact-lists.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(list) => remove.mutateAsync(list)}
        deleteText={({ contactsCount }) => t('contact-lists.deleteText', { count: contactsCount })}
        rowMenu={({ id }) => (
          <Menu.Item
            leftSection={<IconUsers size={16} />}
            onClick={() =>
              void navigate({
                to: '/contact-lists/$contactListId/contacts',
                params: { contactListId: String(id) },
              })
            }
          >
            {t('contact-lists.open')}
          </Menu.Item>
        )}
      />
      {edited && (
        <ContactListDialog list={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function useColumns(): Column<ContactListView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'name',
      title: t('contact-lists.name'),
      card: 'head',
      cell: ({ id, name }) => (
        <Link
          className={styles.open}
          to="/contact-lists/$contactListId/contacts"
          params={{ contactListId: String(id) }}
        >
          <b>{name}</b>
        </Link>
      ),
    },
    {
      key: 'count',
      title: t('contact-lists.contacts'),
      isNumeric: true,
      width: '20%',
      cell: ({ contactsCount }) => format.number(contactsCount),
    },
  ]
}
