import type { AnswererState } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Status } from '../../ui/marks/status.tsx'

/** Whether the model answers. Undefined: nobody has asked it yet. */
export function PromptState({ state }: { state: AnswererState | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (state?.state === 'open' && state.openUntil)
    return <Status tone="bad">{t('prompts.states.open', { time: format.time(state.openUntil) })}</Status>
  if (state && state.failures > 0)
    return <Status tone="warn">{t('prompts.states.failing', { count: state.failures })}</Status>
  return <Status tone="good">{t('prompts.states.ready')}</Status>
}
