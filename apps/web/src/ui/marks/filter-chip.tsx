import { Pill } from '@mantine/core'

interface Props {
  text: string
  /** What the button of the chip does, for screen readers. */
  removeText: string
  onRemove: () => void
}

/** Something that narrows what is shown, with a button that ends it. */
export const FilterChip = ({ text, removeText, onRemove }: Props) => (
  <Pill
    withRemoveButton
    onRemove={onRemove}
    removeButtonProps={{ 'aria-label': removeText, tabIndex: 0, 'aria-hidden': false }}
  >
    {text}
  </Pill>
)
