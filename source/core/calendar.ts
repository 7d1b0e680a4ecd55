/** English names for formatted dates. */

/** Names of the months, from January. */
export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Names of the days, from Sunday. */
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
