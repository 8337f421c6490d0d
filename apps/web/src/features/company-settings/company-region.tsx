import { CompanyRegion as Region, type CompanyView } from '@guiche/contract'
import { Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames, languages, toLanguage } from '../../lib/languages.ts'
import { useMe } from '../../lib/session.ts'
import { companyQuery, useSaveRegion } from './company-settings.api.ts'
import styles from './settings.module.css'

/** Time zone and language of the company, saved at once. */
export function CompanyRegion() {
  const { companyId } = useMe()
  const { data: company } = useQuery(companyQuery(companyId))
  if (!company) return null
  return (
    <>
      <RegionRow company={company} field="timezone" options={zones(company.timezone)} />
      <RegionRow
        company={company}
        field="language"
        options={languageNames.map((name) => ({ value: languages[name].stored, label: languages[name].name }))}
      />
    </>
  )
}

interface Props {
  company: CompanyView
  field: 'timezone' | 'language'
  options: { value: string; label: string }[]
}

function RegionRow({ company, field, options }: Props) {
  const { t } = useTranslation()
  const save = useSaveRegion(company.id)
  const hint = useId()
  const label = t(`settings.${field}.label`)
  const stored = field === 'language' ? languages[toLanguage(company.language) ?? 'pt'].stored : company.timezone
  const shown = (save.isPending ? save.variables[field] : undefined) ?? stored

  function choose(value: string | null) {
    const change = Region.safeParse({ [field]: value })
    if (change.success && value !== stored) save.mutate(change.data)
  }

  return (
    <li className={styles.setting}>
      <p>
        {label}
        <small id={hint}>{t(`settings.${field}.hint`)}</small>
      </p>
      <span className={styles.saved} role="status">
        {save.isPending && <Loader size={14} aria-label={t('settings.saving')} />}
        {save.isSuccess && t('settings.saved')}
      </span>
      <Select
        size="xs"
        w={220}
        searchable={field === 'timezone'}
        nothingFoundMessage={t('ui.nothingFound')}
        aria-label={label}
        aria-describedby={hint}
        data={options}
        value={shown}
        onChange={choose}
      />
    </li>
  )
}

function zones(current: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), current])
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
