import type { QueueView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usesOfQueue } from './queues.api.ts'

/** What loses the queue with its deletion; nothing until it is known, and nothing about what does not use it. */
export function QueueUses({ queue: { id } }: { queue: QueueView }) {
  const { t } = useTranslation()
  const { data } = useQuery(usesOfQueue(id))
  if (!data) return null
  const { connections, redirects, users, options, tickets } = data
  return (
    <>
      {tickets.open > 0 && <p>{t('queues.uses.open', { count: tickets.open })}</p>}
      {tickets.waiting > 0 && <p>{t('queues.uses.waiting', { count: tickets.waiting })}</p>}
      {connections.length > 0 && (
        <p>{t('queues.uses.connections', { count: connections.length, names: namesOf(connections) })}</p>
      )}
      {redirects.length > 0 && (
        <p>{t('queues.uses.redirects', { count: redirects.length, names: namesOf(redirects) })}</p>
      )}
      {users.length > 0 && <p>{t('queues.uses.users', { count: users.length, names: namesOf(users) })}</p>}
      {options.length > 0 && (
        <p>
          {t('queues.uses.options', {
            count: options.length,
            names: options.map(({ name, queue }) => `${queue.name} › ${name}`).join(', '),
          })}
        </p>
      )}
    </>
  )
}

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name).join(', ')
