import type { ContactListImport } from '@guiche/contract'
import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from '../contact-lists.module.css'
import { listImports } from './imports.api.ts'

interface Props {
  contactListId: number
  onShow: (shown: ContactListImport) => void
}

/** The import that runs, or the last one if it has refused rows or failed, for people who closed its dialog. */
export function RunningImport({ contactListId, onShow }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(listImports(contactListId))
  const shown = data?.find(({ state }) => state === 'running') ?? data?.[0]
  if (!shown || (shown.state === 'done' && shown.refused === 0)) return null
  const share = shown.total ? (100 * shown.done) / shown.total : 100
  return (
    <div className={styles.running} role="status">
      <span>{t(`contact-lists.import.state.${shown.state}`)}</span>
      {shown.state === 'running' ? (
        <Progress value={share} animated={shown.total === null} aria-label={t('contact-lists.import.state.running')} />
      ) : (
        <span>
          {t('contact-lists.import.ended', {
            name: shown.name,
            added: format.number(shown.added),
            refused: format.number(shown.refused),
          })}
        </span>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => onShow(shown)}>
        {t('contact-lists.import.show')}
      </Button>
    </div>
  )
}
