import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { writtenDay } from '../../../lib/format.ts'
import { numbers } from '../../../ui/numbers.ts'
import styles from './pix.module.css'

interface Props {
  /** YYYY-MM-DD; undefined: not known yet. */
  until: string | undefined
  onDone: () => void
}

/** Says that the payment has arrived, and goes on by itself. */
export function Paid({ until, onDone }: Props) {
  const { t } = useTranslation()
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    const leaving = setTimeout(() => leave(), numbers.shownAfterPayment)
    return () => clearTimeout(leaving)
  }, [])

  return (
    <div className={styles.paid}>
      <IconCircleCheck size={48} stroke={1.3} aria-hidden />
      <p role="status">
        {until ? t('session.renewed', { date: writtenDay(until.slice(0, 10)) }) : t('billing.pix.paid')}
      </p>
      <Button data-autofocus onClick={onDone}>
        {t('billing.pix.goOn')}
      </Button>
    </div>
  )
}
