import { type UserView, limits } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionList } from '../../features/connections/connections.api.ts'
import { queueList } from '../../features/queues/queues.api.ts'
import { UserDialog } from '../../features/users/user-dialog.tsx'
import { useDeleteUser, useLiveUsers, userList } from '../../features/users/users.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { useUserColumns } from './user-columns.tsx'

export function UsersScreen() {
  const { t } = useTranslation()
  useTitle(t('users.title'))
  useLiveUsers()
  const me = useMe()
  const [text, setText] = useState('')
  const users = useInfiniteQuery(userList(text.length >= limits.searchLetters ? text : ''))
  const { data: queues = [] } = useQuery(queueList)
  const { data: connections = [] } = useQuery(connectionList)
  const remove = useDeleteUser()
  const [edited, setEdited] = useState<UserView | 'new'>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('users.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('users.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('users.title')}
        list={listOf(users, (page) => page.users)}
        failureText={t('users.loadFailed')}
        columns={useUserColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('users.search'), value: text, onChange: setText }}
        actions={add('filled')}
        empty={{
          icon: <IconUsers size={32} stroke={1.3} />,
          title: t('users.empty'),
          text: t('users.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(user) => remove.mutateAsync(user)}
        canDelete={({ id }) => id !== me.id}
        deleteText={() => t('users.deleteText')}
      />
      {edited && (
        <UserDialog
          user={edited === 'new' ? undefined : edited}
          queues={queues}
          connections={connections}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
