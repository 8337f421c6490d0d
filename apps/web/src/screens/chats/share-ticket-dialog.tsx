import { api, limits } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { numbers } from '../../ui/numbers.ts'
import styles from './chats-screen.module.css'

const most = 8

const foundTickets = (text: string) =>
  queryOptions({
    queryKey: ['tickets-to-share', text],
    queryFn: async ({ signal }) => {
      const query = { status: 'search', searchParam: text.toLowerCase() } as const
      return (await call(api.listTickets, { query }, { signal })).tickets.slice(0, most)
    },
    gcTime: 60_000,
  })

interface Props {
  onShare: (ticketId: number) => void
  onClose: () => void
}

/** Finds a ticket that the user sees, and shows it to the colleagues of the chat. */
export function ShareTicketDialog({ onShare, onClose }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), numbers.searchDebounce)
  const isLong = text.length >= limits.searchLetters
  const { data: found = [], isSuccess } = useQuery({ ...foundTickets(text), enabled: isLong })
  return (
    <Dialog title={t('chats.share.title')} onClose={onClose}>
      <TextInput
        data-autofocus
        type="search"
        label={t('chats.share.search')}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isSuccess && isLong && found.length === 0 && <p>{t('ui.nothingFound')}</p>}
      <ul className={styles.tickets}>
        {found.map(({ id, contact, queue, status }) => (
          <li key={id}>
            <button type="button" className={styles.ticket} onClick={() => onShare(id)}>
              <Avatar name={contact.name} size={28} picture={contact.urlPicture} />
              <span>
                <b className="cut">{contact.name}</b>
                <small className="cut">
                  {[`#${id}`, queue?.name, t(`shell.palette.status.${status}`)].filter(Boolean).join(' · ')}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
