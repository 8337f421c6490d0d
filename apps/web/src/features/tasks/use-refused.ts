import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toasts/toasts.tsx'
import { type Refusal, mostTasks } from './own-tasks.ts'

/** Says why a change was not kept. False: it was not. */
export function useRefused(): (refusal: Refusal | undefined) => boolean {
  const { t } = useTranslation()
  return (refusal) => {
    if (refusal) toast.error(t(`tasks.${refusal}`, { most: mostTasks }))
    return refusal === undefined
  }
}
