/** A user's team as the partner that made it sees it. */
export interface PartnerAccount {
  teamName: string
  email: string
}

/**
 * What a partner does for its users. A key counts as the partner's when it was made here: keys that the team made for
 * itself, and those of other partners, are as unknown as keys that never existed.
 */
export interface PartnerAccounts {
  /**
   * The key of the user's team with this partner; user, team and key are made where they are missing. However many ask
   * at once, there is one of each. Only a team that is made now gets the partner's coupon.
   */
  open(partnerId: string, email: string): Promise<{ apiKey: string; alreadyExisted: boolean }>
  find(partnerId: string, apiKey: string): Promise<PartnerAccount | undefined>
  /** Puts a new key in the place of this one. Of several who ask at once, one gets it; for the others there is no such key. */
  rotate(partnerId: string, apiKey: string): Promise<string | undefined>
}
