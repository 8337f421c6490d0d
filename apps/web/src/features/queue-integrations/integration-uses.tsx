import type { IntegrationView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usesOfIntegration } from './queue-integrations.api.ts'

/** The connections, queues and options that use it; nothing until they are known, and if there are none. */
export function IntegrationUses({ integration: { id } }: { integration: IntegrationView }) {
  const { t } = useTranslation()
  const { data } = useQuery(usesOfIntegration(id))
  const parts = [
    ['usedByConnections', data?.connections],
    ['usedByQueues', data?.queues],
    ['usedByOptions', data?.options],
  ] as const
  return parts.map(([text, users = []]) => {
    if (users.length === 0) return null
    const names = users.map(({ name }) => name).join(', ')
    return <p key={text}>{t(`queue-integrations.${text}`, { count: users.length, names })}</p>
  })
}
