const domains = ['Feature', 'Segment', 'Config', 'Experiment', 'Workflow']

/** The grants of `SIGNALBOX_GATEWAY_GRANTS`, such as `cart:*$$$CRU`: the rights of the workflows of routes. */
export const toGatewayGrants = (texts: readonly string[]) =>
  texts.map((text) => {
    const [pattern = '', letters = ''] = text.split('$$$')
    return { pattern, rights: [...letters] as ('C' | 'R' | 'U' | 'D')[], domains }
  })
