import type { UserView } from '@guiche/contract'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { ListPanel } from '../../ui/list-page/list-panel.tsx'
import { OneTimePassword } from './one-time-password.tsx'
import { companyUsers } from './users.api.ts'

interface Props {
  company: { id: number; name: string }
  onClose: () => void
}

/** For the operator: who works in a company, and a way in for somebody who has forgotten the password. */
export function CompanyUsersDialog({ company: { id, name }, onClose }: Props) {
  const { t } = useTranslation()
  const [searchParam, setSearch] = useState('')
  const users = useInfiniteQuery(companyUsers(id, searchParam))

  return (
    <Dialog title={t('users.ofCompany', { name })} size={760} onClose={onClose}>
      <ListPanel
        title={t('users.title')}
        list={listOf(users, (page) => page.users)}
        columns={useColumns(id)}
        rowKey={(user) => user.id}
        rowName={(user) => user.name}
        search={{ label: t('users.search'), value: searchParam, onChange: setSearch }}
        empty={{
          icon: <IconUsers size={32} stroke={1.3} />,
          title: t('users.empty'),
          text: t('users.emptyText'),
        }}
      />
    </Dialog>
  )
}

function useColumns(companyId: number): Column<UserView>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      title: t('users.name'),
      card: 'head',
      cell: ({ name, email }) => (
        <>
          <b>{name}</b>
          <small>{email}</small>
        </>
      ),
    },
    { key: 'profile', title: t('users.profile'), cell: ({ profile }) => t(`users.profiles.${profile}`) },
    {
      key: 'password',
      title: t('ui.actions'),
      cell: (user) => <OneTimePassword user={user} companyId={companyId} isInRow />,
    },
  ]
}
