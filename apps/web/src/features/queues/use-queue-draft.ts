import { QueueBody } from '@guiche/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type EditedOption, type OptionErrors, errorsOf, findOption, sentOf } from './menu/index.ts'
import type { QueueValues } from './queue-values.ts'

interface Shown {
  /** The name of the queue is missing. */
  showName: () => void
  /** Something is wrong with the option of this key. */
  showOption: (key: string) => void
}

/** The queue of the form for the simulator, and what keeps it from being saved. `menu` undefined: it is unchanged. */
export function useQueueDraft(values: QueueValues, menu: EditedOption[] | undefined, { showName, showOption }: Shown) {
  const { t } = useTranslation()
  const draft = useMemo(() => {
    const { name, greetingMessage, outOfHoursMessage, schedules } = values
    const { closeTicket, fileListId, integrationId, ativarRoteador } = values
    return {
      name,
      greetingMessage,
      outOfHoursMessage,
      schedules,
      closeTicket,
      fileListId,
      integrationId,
      ativarRoteador,
      ...(menu && { chatbots: sentOf(menu) }),
    }
  }, [values, menu])

  const fields: Record<keyof OptionErrors, string> = {
    name: t('queues.menu.name'),
    greetingMessage: t('queues.menu.message'),
    target: t('queues.menu.target'),
  }
  const wrong = [...errorsOf(menu ?? [])].map(([key, errors]) => {
    const name = findOption(menu ?? [], key)?.name || t('queues.menu.unnamed')
    const missing = (['name', 'greetingMessage', 'target'] as const).filter((field) => errors[field])
    return { key, label: `${name}: ${missing.map((field) => fields[field]).join(', ')}`, show: () => showOption(key) }
  })
  const hasName = QueueBody.shape.name.safeParse(values.name).success
  return { draft, missing: hasName ? wrong : [{ key: 'name', label: t('queues.name'), show: showName }, ...wrong] }
}
