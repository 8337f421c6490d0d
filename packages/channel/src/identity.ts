/** How a network identifies a customer. Both forms of a Brazilian mobile number are one `phone`. */
export interface Identity {
  kind: 'phone' | 'lid' | 'group' | 'business_user' | 'messenger' | 'instagram' | 'visitor' | 'email'
  value: string
}
