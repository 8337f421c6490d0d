import type { UserView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useTalkTo } from '../../lib/talk/direct-talk.ts'
import { useFormat } from '../../lib/format.ts'
import { userPicture } from '../../lib/user-picture.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { QueueMark } from '../../ui/marks/marks.tsx'
import { PersonName } from '../../ui/marks/person-name.tsx'
import { Status } from '../../ui/marks/status.tsx'
import styles from './users-screen.module.css'

export function useUserColumns(): Column<UserView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'id',
      title: t('users.id'),
      width: 1,
      card: 'none',
      cell: ({ id }) => <span className={styles.quiet}>{id}</span>,
    },
    {
      key: 'status',
      title: t('users.status'),
      cell: ({ online }) => <Status tone={online ? 'good' : 'quiet'}>{t(online ? 'ui.online' : 'ui.offline')}</Status>,
    },
    { key: 'name', title: t('users.name'), card: 'head', cell: (user) => <Person user={user} /> },
    { key: 'profile', title: t('users.profile'), cell: ({ profile }) => t(`users.profiles.${profile}`) },
    { key: 'queues', title: t('users.queues'), isExtra: true, cell: (user) => <Queues user={user} /> },
    { key: 'start', title: t('users.startWork'), cell: ({ startWork }) => startWork },
    { key: 'end', title: t('users.endWork'), cell: ({ endWork }) => endWork },
    {
      key: 'tickets',
      title: t('users.openTickets'),
      isNumeric: true,
      cell: ({ tickets }) => format.number(tickets.length),
    },
  ]
}

function Person({ user }: { user: UserView }) {
  const talk = useTalkTo(user.id)
  return (
    <div className={styles.person}>
      <Avatar name={user.name} size={32} picture={userPicture(user)} online={user.online} />
      <div>
        <b>
          <PersonName name={user.name} onTalk={talk} />
        </b>
        <small>{user.email}</small>
      </div>
    </div>
  )
}

function Queues({ user: { queues } }: { user: UserView }) {
  const { t } = useTranslation()
  if (queues.length === 0) return <span className={styles.quiet}>{t('users.none')}</span>
  return (
    <div className={styles.queues}>
      {queues.map((queue) => (
        <QueueMark key={queue.id} queue={queue} />
      ))}
    </div>
  )
}
