import { useQuery } from '@tanstack/react-query'
import { integrationChoices } from '../../../lib/choices/integration-choices.ts'
import { queueList } from '../queues.api.ts'
import type { EditedOption } from './menu-tree.ts'
import { attendantChoices, fileListChoices } from './menu.api.ts'

/** The name of what the option leads to. Undefined: nothing, or it is not known yet. Null: it was deleted. */
export function useTarget(option: EditedOption): string | null | undefined {
  const { queueType, optQueueId, optUserId, optFileId, optIntegrationId } = option
  const queues = useQuery({ ...queueList, enabled: queueType === 'queue' })
  const users = useQuery({ ...attendantChoices, enabled: queueType === 'attendent' })
  const lists = useQuery({ ...fileListChoices, enabled: queueType === 'file' })
  const integrations = useQuery({ ...integrationChoices, enabled: queueType === 'integration' })
  switch (queueType) {
    case 'queue':
      return nameOf(optQueueId, queues.data)
    case 'attendent':
      return nameOf(optUserId, users.data)
    case 'file':
      return nameOf(optFileId, lists.data)
    case 'integration':
      return nameOf(optIntegrationId, integrations.data)
    case 'text':
      return undefined
  }
}

function nameOf(id: number | null, choices: readonly { id: number; name: string }[] | undefined) {
  if (id === null || !choices) return undefined
  return choices.find((choice) => choice.id === id)?.name ?? null
}
