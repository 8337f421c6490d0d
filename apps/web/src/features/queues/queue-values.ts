import { QueueBody, type QueueView, type ScheduleEntry } from '@guiche/contract'
import { sevenDays } from '../../ui/fields/service-hours.ts'

/** The values of the dialog's form; other fields of a queue are left unchanged. */
export type QueueValues = {
  name: string
  color: string
  greetingMessage: string
  outOfHoursMessage: string
  schedules: ScheduleEntry[]
  closeTicket: boolean
  fileListId: number | null
  promptId: number | null
  integrationId: number | null
  ativarRoteador: boolean
  tempoRoteador: number
}

export const QueueRules = QueueBody.pick({ name: true, color: true, greetingMessage: true, outOfHoursMessage: true })

export function valuesOf(queue: QueueView | undefined, others: QueueView[]): QueueValues {
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? freeColor(others),
    greetingMessage: queue?.greetingMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    schedules: sevenDays(queue?.schedules),
    closeTicket: queue?.closeTicket ?? false,
    fileListId: queue?.fileListId ?? null,
    promptId: queue?.promptId ?? null,
    integrationId: queue?.integrationId ?? null,
    ativarRoteador: queue?.ativarRoteador ?? false,
    tempoRoteador: queue?.tempoRoteador ?? 0,
  }
}

export const suggestedColors = [
  '#2f6fd0',
  '#0e9aa7',
  '#4f7d2c',
  '#d97706',
  '#c2375e',
  '#8e44ad',
  '#7b5ea7',
  '#b8860b',
  '#5b6b64',
]

/** The queues of a company must have different colours. */
function freeColor(others: QueueView[]): string {
  const taken = new Set(others.map(({ color }) => color.toLowerCase()))
  return suggestedColors.find((color) => !taken.has(color)) ?? ''
}
