import type { Terms } from '@guiche/contract'
import { Button, Loader, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from '../settings.module.css'
import { terms, useLiveUserCreation, useSaveUserCreation, userCreation } from './platform.api.ts'
import { TermsDialog } from './terms-dialog.tsx'

/** Settings of the whole installation, for the operator. */
export function PlatformOptions() {
  const { t } = useTranslation()
  return (
    <section className={styles.group}>
      <h2>{t('settings.groups.platform')}</h2>
      <ul>
        <UserCreation />
        <TermsOfUse />
      </ul>
    </section>
  )
}

function UserCreation() {
  const { t } = useTranslation()
  useLiveUserCreation()
  const { data: isOn = false } = useQuery(userCreation)
  const save = useSaveUserCreation()
  const hint = useId()
  return (
    <li className={styles.setting}>
      <p>
        {t('settings.userCreation.label')}
        <small id={hint}>{t('settings.userCreation.hint')}</small>
      </p>
      <span className={styles.saved} role="status">
        {save.isPending && <Loader size={14} aria-label={t('settings.saving')} />}
        {save.isSuccess && t('settings.saved')}
      </span>
      <Switch
        aria-label={t('settings.userCreation.label')}
        aria-describedby={hint}
        checked={save.isPending ? save.variables : isOn}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
      />
    </li>
  )
}

function TermsOfUse() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: current } = useQuery(terms)
  const [edited, setEdited] = useState<Terms>()
  return (
    <li className={styles.setting}>
      <p>
        {t('settings.terms.label')}
        <small>
          {t('settings.terms.hint')}{' '}
          {current && t('settings.terms.version', { version: current.version, date: format.date(current.createdAt) })}
        </small>
      </p>
      <Button size="xs" variant="default" disabled={!current} onClick={() => setEdited(current)}>
        {t('settings.terms.edit')}
      </Button>
      {edited && <TermsDialog terms={edited} onClose={() => setEdited(undefined)} />}
    </li>
  )
}
