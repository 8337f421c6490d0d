import { type ConnectionView, type NumberSignUp, type SignedUpNumber, api } from '@guiche/contract'
import { Alert, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/cache/queries.ts'
import { showFieldError } from '../../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { phoneText } from '../../../lib/phone.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ChoiceCard, ChoiceCards } from '../../../ui/fields/choice-card.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { WhatChanges } from '../moves/index.ts'
import { plain } from './access-fields.tsx'
import { pairedIn } from './number-values.ts'
import styles from './official.module.css'
import { useLinkSignedUp } from './official.api.ts'

interface Props {
  signUp: NumberSignUp
  onMade: (connection: ConnectionView) => void
  onClose: () => void
}

type Values = { choice: number; name: string; pin: string }

const rules = rulesOf(api.linkSignedUpNumber.body)
const bodyOf = ({ pin, ...values }: Values) => ({ ...values, pin: pin.trim() === '' ? null : pin })

/** The field that a refusal is about. */
const fields = {
  ERR_NAME_ALREADY_EXISTS: 'name',
  ERR_OFFICIAL_PIN: 'pin',
  ERR_OFFICIAL_PIN_WRONG: 'pin',
  ERR_OFFICIAL_REGISTERING: 'pin',
} as const

/** Connects a number of those that a login has opened, or renews its connection. */
export function ChooseNumberDialog({ signUp: { signUpId, numbers }, onMade, onClose }: Props) {
  const { t } = useTranslation()
  const link = useLinkSignedUp(signUpId)
  const usable = numbers.filter(({ isTaken }) => !isTaken)
  const first = usable.find(({ connection }) => !connection) ?? usable[0]
  const form = useForm<Values>({
    initialValues: { choice: first?.choice ?? -1, name: nameFor(first), pin: '' },
    validate: (values) => rules(bodyOf(values)),
    ...checkedOnBlur,
  })
  const chosen = numbers.find(({ choice }) => choice === form.values.choice)
  const paired = chosen?.moves ?? pairedIn(link.error)
  const isField = link.error instanceof ApiError && Object.hasOwn(fields, link.error.code)

  function choose(choice: number) {
    form.setValues({ choice, name: nameFor(numbers.find((one) => one.choice === choice)), pin: '' })
    form.clearErrors()
    link.reset()
  }

  const connect = (values: Values) =>
    link.mutate(
      { ...bodyOf(values), whatsappId: paired ?? null },
      {
        onSuccess: (connection) => {
          const { name } = connection
          toast.success(t(`connections.official.${chosen?.connection ? 'renewed' : 'connected'}`, { name }))
          onMade(connection)
        },
        onError: (error) => showFieldError(form, error, fields),
      },
    )

  return (
    <Dialog
      title={t('connections.official.addTitle')}
      size={560}
      isBusy={link.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit(connect)}
      {...(chosen && { action: t(actionOf(chosen, paired)) })}
    >
      <Radio.Group
        size="md"
        label={t(`connections.signUp.${numbers.length === 1 ? 'found' : 'choose'}`)}
        value={String(form.values.choice)}
        onChange={(value) => choose(Number(value))}
      >
        <ChoiceCards>
          {numbers.map((number) => (
            <NumberCard key={number.choice} number={number} />
          ))}
        </ChoiceCards>
      </Radio.Group>
      {!chosen && <Alert color="yellow">{t('connections.signUp.noneFree')}</Alert>}
      {chosen && !chosen.connection && paired === undefined && (
        <TextInput {...plain} data-autofocus label={t('connections.name')} {...form.getInputProps('name')} />
      )}
      {chosen?.needsPin && (
        <TextInput
          {...plain}
          inputMode="numeric"
          maxLength={6}
          label={t('connections.official.pin')}
          description={t('connections.signUp.pinHint')}
          {...form.getInputProps('pin')}
        />
      )}
      {chosen?.isOnPhone && <p className={styles.lead}>{t('connections.signUp.onPhoneHint')}</p>}
      {paired !== undefined && (
        <>
          <Alert color="yellow" title={t('connections.moves.isPairedHere')} />
          <WhatChanges whatsappId={paired} />
        </>
      )}
      {link.error && pairedIn(link.error) === undefined && !isField && (
        <Alert color="red">{errorText(link.error)}</Alert>
      )}
    </Dialog>
  )
}

function actionOf({ connection }: SignedUpNumber, paired: number | undefined) {
  if (paired !== undefined) return 'connections.moves.official'
  return connection ? 'connections.signUp.renewAction' : 'connections.signUp.connect'
}

function NumberCard({
  number: { choice, number, name, isOnPhone, isTaken, connection, moves },
}: {
  number: SignedUpNumber
}) {
  const { t } = useTranslation()
  const phone = phoneText(number)
  return (
    <ChoiceCard
      value={String(choice)}
      name={'text' in phone ? phone.text : number}
      isDisabled={isTaken}
      lines={[
        name,
        isOnPhone && t('connections.signUp.onPhone'),
        isTaken && t('connections.signUp.taken'),
        connection && t('connections.signUp.renews', { name: connection.name }),
        moves !== null && t('connections.moves.isPairedHere'),
      ]}
    />
  )
}

const longestName = 50

/** What customers see is a good name to begin with. A connection that is renewed keeps its own. */
const nameFor = (number: SignedUpNumber | undefined): string =>
  (number?.connection?.name ?? number?.name ?? '').slice(0, longestName)
