import { noticeVariables } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './notice-texts.module.css'

/** What can be filled in, and what each stands for. */
export function VariableButtons({ onChoose }: { onChoose: (written: string) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.variables} aria-label={t('billing.notices.variables')}>
      {noticeVariables.map((name) => (
        <li key={name}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('billing.notices.insert', { name: `{${name}}` })}
            onClick={() => onChoose(`{${name}}`)}
          >
            {`{${name}}`}
          </Button>
          <span>{t(`billing.notices.variable.${name}`)}</span>
        </li>
      ))}
    </ul>
  )
}
