import { Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './dialogs.module.css'
import type { ListedTicket } from './ticket-lists.ts'

interface Props {
  ticket: ListedTicket
  /** Whether the company asks its customers for a rating. */
  asksRating: boolean
  /** What the customer is told; nothing: no farewell is set, or none goes out here. */
  farewell: string | undefined
  isBusy: boolean
  onCloseTicket: (options: { sendsFarewell: boolean }) => void
  onClose: () => void
}

const ratings = ['ask', 'skip'] as const
type Rating = (typeof ratings)[number]

export function CloseDialog({ ticket, asksRating, farewell, isBusy, onCloseTicket, onClose }: Props) {
  const { t } = useTranslation()
  const [rating, setRating] = useState<Rating>()
  const [isSilent, setIsSilent] = useState(false)
  const [isTold, setIsTold] = useState(false)
  const tags = ticket.contact.tags?.length ?? 0
  // What asks for the rating and what says goodbye is one: without the one the other does not go out either.
  const skips = asksRating && rating === 'skip'

  return (
    <Dialog
      title={t('tickets.dialog.close.title')}
      action={t('tickets.action.finish')}
      isBusy={isBusy}
      focusAction={!asksRating}
      onClose={onClose}
      onSubmit={() => {
        setIsTold(true)
        if (!asksRating || rating) onCloseTicket({ sendsFarewell: !isSilent && !skips })
      }}
    >
      <p className={styles.lead}>
        <b>{ticket.contact.name}</b> #{ticket.id} · {ticket.queue?.name ?? t('ui.noQueue')}
        {tags > 0 && ` · ${t('tickets.dialog.close.tags', { count: tags })}`}
      </p>
      {asksRating && (
        <RatingChoice
          value={rating}
          onChange={setRating}
          error={isTold && !rating ? t('tickets.dialog.close.ratingRequired') : undefined}
        />
      )}
      {farewell && !isSilent && !skips && (
        <div className={styles.farewell}>
          <span>{t('tickets.dialog.close.farewell')}</span>
          <p>{farewell}</p>
        </div>
      )}
      <Checkbox
        label={t('tickets.dialog.close.silent')}
        description={skips ? t('tickets.dialog.close.silentWithoutRating') : undefined}
        checked={isSilent || skips}
        disabled={skips}
        onChange={({ currentTarget }) => setIsSilent(currentTarget.checked)}
      />
    </Dialog>
  )
}

interface RatingProps {
  value: Rating | undefined
  onChange: (rating: Rating) => void
  error: string | undefined
}

function RatingChoice({ value, onChange, error }: RatingProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('tickets.dialog.close.rating')}
      withAsterisk
      value={value ?? null}
      onChange={(chosen) => onChange(chosen === 'skip' ? 'skip' : 'ask')}
      error={error}
    >
      <div className={styles.choices}>
        {ratings.map((rating, index) => (
          <Radio.Card
            key={rating}
            value={rating}
            className={styles.choice ?? ''}
            data-autofocus={index === 0 || undefined}
            aria-invalid={Boolean(error)}
          >
            <Radio.Indicator size="xs" />
            <span>
              {t(`tickets.dialog.close.${rating}`)}
              <small>{t(`tickets.dialog.close.${rating}Text`)}</small>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
