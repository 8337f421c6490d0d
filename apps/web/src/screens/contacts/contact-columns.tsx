import type { ContactView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { phoneText } from '../../lib/phone.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { TagChip } from '../../ui/marks/marks.tsx'
import { Status } from '../../ui/marks/status.tsx'
import styles from './contacts-screen.module.css'

export function useContactColumns(): Column<ContactView>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', title: t('contact-list.name'), card: 'head', cell: (contact) => <Person contact={contact} /> },
    { key: 'number', title: t('contact-list.number'), cell: ({ number }) => <Number number={number} /> },
    {
      key: 'email',
      title: t('contact-list.email'),
      cell: ({ email }) => email || <span className={styles.quiet}>{t('contact-list.none')}</span>,
    },
    { key: 'tags', title: t('contact-list.tags'), cell: (contact) => <Tags contact={contact} /> },
    {
      key: 'status',
      title: t('contact-list.status'),
      cell: ({ active }) => (
        <Status tone={active ? 'good' : 'bad'}>{t(active ? 'contact-list.active' : 'contact-list.blocked')}</Status>
      ),
    },
  ]
}

function Person({ contact: { name, urlPicture, channel } }: { contact: ContactView }) {
  return (
    <div className={styles.person}>
      <Avatar name={name} size={32} picture={urlPicture} channel={channel} />
      <b>{name}</b>
    </div>
  )
}

function Number({ number }: { number: string }) {
  const { t } = useTranslation()
  const phone = phoneText(number)
  return 'text' in phone ? phone.text : <span className={styles.quiet}>{t(phone.problem)}</span>
}

function Tags({ contact: { tags } }: { contact: ContactView }) {
  const { t } = useTranslation()
  if (tags.length === 0) return <span className={styles.quiet}>{t('contact-list.noTags')}</span>
  return (
    <div className={styles.tags}>
      {tags.map((tag) => (
        <TagChip key={tag.id} {...tag} />
      ))}
    </div>
  )
}
