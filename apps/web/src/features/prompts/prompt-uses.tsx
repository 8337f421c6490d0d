import type { PromptView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usesOfPrompt } from './prompts.api.ts'

/** The connections and queues that hand their customers to the prompt; nothing until they are known. */
export function PromptUses({ prompt: { id } }: { prompt: PromptView }) {
  const { t } = useTranslation()
  const { data } = useQuery(usesOfPrompt(id))
  const connections = data?.connections.map(({ name }) => name) ?? []
  const queues = data?.queues.map(({ name }) => name) ?? []
  return (
    <>
      {connections.length > 0 && (
        <p>{t('prompts.usedByConnections', { count: connections.length, names: connections.join(', ') })}</p>
      )}
      {queues.length > 0 && <p>{t('prompts.usedByQueues', { count: queues.length, names: queues.join(', ') })}</p>}
    </>
  )
}
