import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { promptChoices } from '../../lib/choices/prompt-choices.ts'
import { hasOpenAi } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import type { ConnectionValues } from './connection-values.ts'

/** Which prompt answers customers who are in no queue. Nothing without the feature in the plan. */
export function PromptField({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const { t } = useTranslation()
  const has = hasOpenAi(useMe())
  const { data: prompts = [] } = useQuery({ ...promptChoices, enabled: has })
  if (!has) return null
  return (
    <Select
      clearable
      label={t('connections.prompt')}
      description={t('connections.promptHint')}
      placeholder={t('connections.noPrompt')}
      data={prompts.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.getInputProps('promptId')}
    />
  )
}
