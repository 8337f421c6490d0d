import { passwordRules } from '@guiche/contract'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './sign-up.module.css'

/** 33, 33 and 34 points, and which of the three rules are met (docs/requirements/back-office.md, section 5). */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation()
  const points = passwordRules.reduce((sum, rule) => sum + (rule.isMet(password) ? rule.points : 0), 0)
  return (
    <div className={styles.strength}>
      <div
        role="meter"
        aria-label={t('sign-up.strength', { points })}
        aria-valuenow={points}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.bar}
        data-full={points === 100}
      >
        <span style={{ width: `${points}%` }} />
      </div>
      <ul>
        {passwordRules.map(({ rule, isMet }) => (
          <li key={rule} data-met={isMet(password)}>
            {isMet(password) ? (
              <IconCheck size={13} stroke={2.4} aria-hidden />
            ) : (
              <IconPointFilled size={13} aria-hidden />
            )}
            {t(`sign-up.rules.${rule}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
