import { type NoticeKind, type NoticeLanguage, noticeKinds, noticeLanguages } from '@guiche/contract'
import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { languages } from '../../../lib/languages.ts'
import { unsaved } from '../../../ui/dialogs/unsaved.ts'
import { Failure } from '../../../ui/states/failure.tsx'
import { TableSkeletons } from '../../../ui/states/skeletons.tsx'
import { NoticeTextForm } from './notice-text-form.tsx'
import { isOf, noticeTexts } from './notice-texts.api.ts'
import styles from './notice-texts.module.css'

/** For the operator: what companies are told of their due date by e-mail and WhatsApp. */
export function NoticeTexts() {
  const { t } = useTranslation()
  const texts = useQuery(noticeTexts)
  const [which, setWhich] = useState<{ kind: NoticeKind; language: NoticeLanguage }>({
    kind: 'fiveDays',
    language: 'pt',
  })
  const choose = async (change: Partial<typeof which>) => {
    if (await unsaved.mayLeave('link')) setWhich({ ...which, ...change })
  }

  if (texts.isPending) return <TableSkeletons rows={6} label={t('ui.loading')} />
  if (texts.isError)
    return <Failure cause={causeOf(texts.error)} onRetry={() => void texts.refetch()} isRetrying={texts.isFetching} />
  const text = texts.data.find(isOf(which))
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('billing.notices.lead')}</p>
      <div className={styles.choice}>
        <SegmentedControl
          className={styles.kinds ?? ''}
          aria-label={t('billing.notices.kind')}
          value={which.kind}
          data={noticeKinds.map((value) => ({ value, label: t(`billing.notices.kinds.${value}`) }))}
          onChange={(kind) => void choose({ kind })}
        />
        <Select
          size="xs"
          className={styles.language ?? ''}
          aria-label={t('billing.notices.language')}
          allowDeselect={false}
          value={which.language}
          data={noticeLanguages.map((value) => ({ value, label: languages[value].name }))}
          onChange={(language) => language && void choose({ language })}
        />
      </div>
      <p className={styles.lead}>{t(`billing.notices.about.${which.kind}`)}</p>
      {text && <NoticeTextForm key={`${text.kind} ${text.language}`} stored={text} />}
    </div>
  )
}
