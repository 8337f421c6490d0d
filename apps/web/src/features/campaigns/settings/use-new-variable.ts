import { CampaignVariable, variableKey } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rulesOf } from '../../../lib/form-rules.ts'

const empty = { key: '', value: '' }
const rules = rulesOf(CampaignVariable)

export interface NewVariable {
  typed: CampaignVariable
  type: (change: Partial<CampaignVariable>) => void
  isTyped: boolean
  error: string | undefined
  /** All variables with the typed one; undefined if it cannot be added, which is then said. */
  take: () => CampaignVariable[] | undefined
}

/** The fields for one more variable. One whose name is known is not added. */
export function useNewVariable(known: readonly CampaignVariable[]): NewVariable {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(empty)
  const [error, setError] = useState<string>()

  function problem(): string | undefined {
    const checked = CampaignVariable.safeParse(typed)
    const isOurs = !checked.success && checked.error.issues.some(({ message }) => message === 'nameTaken')
    if (isOurs) return t('campaigns.settings.keyIsOurs')
    if (!checked.success) return Object.values(rules(typed))[0]
    const isKnown = known.some(({ key }) => variableKey(key) === variableKey(checked.data.key))
    return isKnown ? t('campaigns.settings.keyTaken') : undefined
  }

  return {
    typed,
    type: (change) => {
      setTyped({ ...typed, ...change })
      setError(undefined)
    },
    isTyped: typed.key.trim() !== '' || typed.value.trim() !== '',
    error,
    take: () => {
      const found = problem()
      setError(found)
      if (found !== undefined) return undefined
      setTyped(empty)
      return [...known, CampaignVariable.parse(typed)]
    },
  }
}
