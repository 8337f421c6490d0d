import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './first-steps.module.css'

interface Props {
  number: number
  title: string
  isDone: boolean
  isNext: boolean
  action: ReactNode
  children: ReactNode
}

export function Step({ number, title, isDone, isNext, action, children }: Props) {
  const { t } = useTranslation()
  return (
    <li
      className={styles.step}
      data-state={isDone ? 'done' : isNext ? 'next' : 'later'}
      aria-current={isNext && 'step'}
    >
      <span className={styles.mark} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.4} /> : number}
      </span>
      <div className={styles.what}>
        <h3>
          {title} {isDone && <span className="aloud">{t('tickets.firstSteps.done')}</span>}
        </h3>
        {!isDone && <p>{children}</p>}
      </div>
      {!isDone && action && <div className={styles.action}>{action}</div>}
    </li>
  )
}
